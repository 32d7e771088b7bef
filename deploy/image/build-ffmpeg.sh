#!/bin/sh
# `sh build-ffmpeg.sh TO`, as root in Debian: compiles the ffmpeg of Debian's source with what the engine asks of it and nothing else
# (docs/decisions/161), and lays out in TO the program and, beside it, its source and licence. LGPL 2.1 or later: no GPL part is in it.
set -eu
to=$1
here=$(dirname "$(readlink -f "$0")")
sed -i 's/^Types: deb$/Types: deb deb-src/' /etc/apt/sources.list.d/*.sources
apt-get update
apt-get install --yes --no-install-recommends dpkg-dev gcc libc6-dev make nasm pkg-config libbz2-dev libdav1d-dev zlib1g-dev
mkdir /ffmpeg
cd /ffmpeg
apt-get source --option APT::Sandbox::User=root ffmpeg
cd ffmpeg-*/
# Readers and decoders are those of packages/engine/src/video/tool-args.ts, filters those of video-frames.ts. Every parser: they say
# how long a piece of sound is.
./configure \
  --prefix=/usr/local --toolchain=hardened --extra-version="$(dpkg-parsechangelog --show-field Version | sed 's/^[^-]*-//')" \
  --disable-everything --disable-autodetect --disable-network --disable-doc --disable-debug --disable-programs --enable-ffmpeg \
  --disable-avdevice --disable-postproc --disable-swresample \
  --enable-bzlib --enable-libdav1d --enable-zlib \
  --enable-protocol=file,pipe \
  --enable-demuxer=avi,matroska,mov \
  --enable-parsers \
  --enable-decoder=h264,hevc,libdav1d,mpeg4,vp8,vp9 \
  --enable-filter=drawbox,format,fps,hflip,pad,scale,select,setpts,tpad,transpose,vflip \
  --enable-encoder=rawvideo \
  --enable-muxer=framecrc,rawvideo
make -j"$(nproc)"
install -D --mode=0755 ffmpeg "$to/bin/ffmpeg"
install -D --mode=0644 --target-directory="$to/share/ffmpeg" COPYING.LGPLv2.1 LICENSE.md ../ffmpeg_*.dsc ../ffmpeg_*.tar.xz \
  "$here/build-ffmpeg.sh"
