/** The key that does the same as the button around it. Its name is not part of the button's. */
export function KeyHint({ children }: { children: string }) {
  return (
    <span aria-hidden="true">
      <kbd>{children}</kbd>
    </span>
  );
}
