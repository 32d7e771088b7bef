# One image for every role; ROLE says what a container does. How it is used: the guide "Run it in containers".
#   docker build --tag clearframe:0.2.0 .

# The ffmpeg that reads videos: LGPL, with its source beside it.
FROM docker.io/library/debian:bookworm-slim AS ffmpeg
COPY deploy/image/build-ffmpeg.sh /build/
RUN sh /build/build-ffmpeg.sh /made

FROM docker.io/library/node:24-bookworm-slim AS build
ARG REVISION=unknown
WORKDIR /src
# Packages first: they change less often than the code. A file .npmrc of yours comes along by --secret id=npmrc,src=FILE.
COPY package.json package-lock.json .npmrc ./
COPY packages/contract/package.json packages/contract/
COPY packages/engine/package.json packages/engine/
COPY packages/server/package.json packages/server/
COPY packages/sdk/package.json packages/sdk/
COPY packages/cli/package.json packages/cli/
COPY packages/web/package.json packages/web/
COPY stubs stubs
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc npm ci --no-audit --no-fund
COPY . .
RUN npm run build
RUN --mount=type=secret,id=npmrc,target=/root/.npmrc \
    npm ci --no-audit --no-fund --omit=dev --workspace=@clearframe/server --workspace=@clearframe/cli \
    && MALLOC_ARENA_MAX=1 node deploy/image/assemble.mjs /image "$REVISION"
# Node without its symbols, and npm for `npx clearframe`. Who runs Node may not read it: then the kernel lets no other process of that
# user look into it, and a decoder that is taken over finds no secret in /proc.
RUN apt-get update && apt-get install --yes --no-install-recommends binutils \
    && install --directory /runtime/bin /runtime/lib/node_modules \
    && strip -o /runtime/bin/node /usr/local/bin/node && chmod 0711 /runtime/bin/node \
    && cp --recursive /usr/local/lib/node_modules/npm /runtime/lib/node_modules/ \
    && rm -r /runtime/lib/node_modules/npm/docs /runtime/lib/node_modules/npm/man \
    && ln --symbolic ../lib/node_modules/npm/bin/npm-cli.js /runtime/bin/npm \
    && ln --symbolic ../lib/node_modules/npm/bin/npx-cli.js /runtime/bin/npx

FROM docker.io/library/debian:bookworm-slim
ARG REVISION=unknown
LABEL org.opencontainers.image.title="Clearframe" \
      org.opencontainers.image.licenses="Apache-2.0 AND LGPL-2.1-or-later" \
      org.opencontainers.image.revision="$REVISION"
# tini waits for programs that outlive whoever started them. It has the same variables as Node, so nobody may read it either.
RUN apt-get update && apt-get install --yes --no-install-recommends tini libbz2-1.0 libdav1d6 zlib1g \
    && rm -rf /var/lib/apt/lists/* /var/cache/apt/* \
    && chmod 0711 /usr/bin/tini \
    && useradd --uid 10001 --user-group --no-create-home --home-dir /tmp clearframe \
    && install --directory --owner=10001 --group=10001 --mode=0700 /data
COPY --from=build /runtime /usr/local
COPY --from=ffmpeg /made /usr/local
COPY --from=build /image /app
WORKDIR /app
# glibc's heap for each thread leaves the image codec's memory fragmented.
ENV NODE_ENV=production \
    MALLOC_ARENA_MAX=1 \
    HOST=0.0.0.0 \
    DATA_DIR=/data \
    VIDEO_TOOLS=off \
    CLEARFRAME_ENV_FILE=off
USER 10001:10001
VOLUME ["/data", "/tmp"]
EXPOSE 3000
ENTRYPOINT ["/usr/bin/tini", "--"]
CMD ["node", "packages/server/src/main.ts"]
