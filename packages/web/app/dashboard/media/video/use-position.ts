import { type RefObject, useState } from 'react';

export type Position = {
  /** The second that is shown, from 0 on. */
  second: number;
  /** Shows the beginning of a second. Works without the player too, for what a browser cannot play. */
  seek: (second: number) => void;
  /** Stops the player and goes on so many frames, or back. */
  step: (frames: number) => void;
  /** The player moved. */
  onTime: () => void;
};

/**
 * Where one is in a video of so many seconds: the player's time, or what was asked for while it has none.
 * @param frameRate frames a second
 */
export function usePosition(player: RefObject<HTMLVideoElement | null>, total: number, frameRate: number): Position {
  const [second, setSecond] = useState(0);
  const within = (wanted: number) => Math.min(Math.max(0, Math.floor(wanted)), Math.max(0, total - 1));
  return {
    second,
    seek(wanted) {
      const to = within(wanted);
      setSecond(to);
      // A little into it: the picture of the exact border belongs to either second.
      if (player.current) player.current.currentTime = to + 0.01;
    },
    step(frames) {
      const element = player.current;
      if (!element || element.readyState === 0) return;
      element.pause();
      // From the middle of a frame to that of another: at a border, rounding would show the same one again.
      const frame = Math.floor(element.currentTime * frameRate + 1e-6) + frames;
      element.currentTime = Math.min(Math.max(0, (frame + 0.5) / frameRate), element.duration);
    },
    onTime() {
      const element = player.current;
      if (element && !element.seeking && element.readyState > 0) setSecond(within(element.currentTime));
    },
  };
}
