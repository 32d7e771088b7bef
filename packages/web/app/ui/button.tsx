import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import { Spinner } from './spinner.tsx';

const kinds = {
  primary: 'btn-pri',
  secondary: 'btn-sec',
  ghost: 'btn-gho',
  pass: 'btn-pass',
  fail: 'btn-fail',
  'fail-solid': 'btn-fail-solid',
} as const;

export type ButtonLook = {
  kind?: keyof typeof kinds;
  size?: 'small' | 'large';
  /** Only an icon inside: give an aria-label. */
  icon?: boolean;
  /** As wide as its surroundings. */
  block?: boolean;
};

/** The classes of a button, for elements that are not one of the two below. */
export function buttonClass({ kind = 'secondary', size, icon = false, block = false }: ButtonLook, extra = ''): string {
  const classes = ['btn', kinds[kind]];
  if (size) classes.push(size === 'small' ? 'btn-sm' : 'btn-lg');
  if (icon) classes.push('btn-icon');
  if (block) classes.push('btn-block');
  if (extra) classes.push(extra);
  return classes.join(' ');
}

type ButtonProps = ButtonLook &
  ComponentProps<'button'> & {
    /** What it does is under way: a spinner. */
    busy?: boolean;
    /** Something else is under way. */
    held?: boolean;
    children: ReactNode;
  };

/** `busy` and `held` take no press; they keep the focus, which a disabled button would lose. */
export function Button({
  kind,
  size,
  icon,
  block,
  busy = false,
  held = false,
  className,
  children,
  onClick,
  ...rest
}: ButtonProps) {
  const stopped = busy || held;
  const look = buttonClass(
    { ...(kind && { kind }), ...(size && { size }), ...(icon && { icon }), ...(block && { block }) },
    className,
  );
  return (
    <button
      type="button"
      {...rest}
      className={look}
      aria-disabled={stopped || undefined}
      onClick={(event) => {
        if (stopped) event.preventDefault();
        else onClick?.(event);
      }}
    >
      {busy ? <Spinner /> : null}
      {children}
    </button>
  );
}

/** A link that looks like a button. */
export function LinkButton({ kind, size, icon, block, className, ...rest }: ButtonLook & ComponentProps<typeof Link>) {
  const look = buttonClass(
    { ...(kind && { kind }), ...(size && { size }), ...(icon && { icon }), ...(block && { block }) },
    className,
  );
  return <Link {...rest} className={look} />;
}
