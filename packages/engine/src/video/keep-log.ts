const HEAD_MAX = 65_536;
const TAIL_MAX = 8_192;

/** The beginning and the end of a program's log: a hostile file can make it say the same thing a million times. */
export function keepLog(): { add: (bytes: Buffer) => void; text: () => string } {
  let head = '';
  let tail = '';
  return {
    add(bytes) {
      const text = bytes.toString('latin1');
      const room = HEAD_MAX - head.length;
      head += text.slice(0, room);
      if (text.length > room) tail = (tail + text.slice(room)).slice(-TAIL_MAX);
    },
    text: () => head + tail,
  };
}
