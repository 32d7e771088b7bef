/** Calls back with each pressed button that has the attribute, wherever in it the press was. */
export function onPress(attribute: string, act: (button: HTMLElement) => void): void {
  for (const button of document.querySelectorAll<HTMLElement>(`[${attribute}]`))
    button.addEventListener('click', () => act(button));
}
