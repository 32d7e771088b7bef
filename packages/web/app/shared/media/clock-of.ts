/** "0:42", "12:05", "1:02:03". */
export function clockOf(second: number): string {
  const [hours, minutes, rest] = [Math.floor(second / 3_600), Math.floor(second / 60) % 60, Math.floor(second) % 60];
  const tail = String(rest).padStart(2, '0');
  return hours > 0 ? `${hours}:${String(minutes).padStart(2, '0')}:${tail}` : `${minutes}:${tail}`;
}
