import styles from './call-to-action.module.css';

const CENTRE = { x: 210, y: 190 };
const TICK_DEGREES = 5;

/** The scale around the shutter: a tick every five degrees, longer at every thirty. */
function scale(): string {
  const ticks: string[] = [];
  for (let degrees = 0; degrees < 360; degrees += TICK_DEGREES) {
    const outer = degrees % 30 === 0 ? 159 : 153;
    const angle = (degrees * Math.PI) / 180;
    const at = (radius: number) =>
      `${(CENTRE.x + radius * Math.cos(angle)).toFixed(1)} ${(CENTRE.y + radius * Math.sin(angle)).toFixed(1)}`;
    ticks.push(`M${at(148)}L${at(outer)}`);
  }
  return ticks.join('');
}

const BLADES =
  'M261.6 174L239.9 318.6M254.6 220.4L128.1 293.6M214.1 243.8L78 190.6M170.4 226.8L127.3 87.2' +
  'M156.6 182L238.8 61.2M183 143.3L328.7 132.2M229.7 139.7L329.2 246.8';

/** A seven-bladed shutter as a line drawing, for the cyanotype at the end of the page. */
export function ShutterDrawing() {
  return (
    <svg className={styles.drawing} viewBox="0 0 440 380" fill="none" stroke="currentColor" strokeWidth="1" aria-hidden="true">
      <circle cx={CENTRE.x} cy={CENTRE.y} r="132" />
      <circle cx={CENTRE.x} cy={CENTRE.y} r="144" />
      <circle cx={CENTRE.x} cy={CENTRE.y} r="168" strokeDasharray="2 5" />
      <path d={scale()} />
      <path d={BLADES} strokeWidth="1.4" />
      <path d="M20 40V20H40M400 20h20v20M420 340v20h-20M40 360H20v-20" strokeWidth="2" />
      <path d="M210 10v360M14 190h412" strokeDasharray="10 4 2 4" opacity=".55" />
      <g stroke="none">
        <text x="384" y="182">
          1 frame
        </text>
        <text x="48" y="38">
          plate 12
        </text>
      </g>
    </svg>
  );
}
