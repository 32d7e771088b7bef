import type { ComponentProps, ReactNode } from 'react';
import { Link } from 'react-router';
import styles from './button.module.css';
import { Spinner } from './spinner.tsx';

const kinds = {
  primary: styles.primary,
  secondary: styles.secondary,
  ghost: styles.ghost,
  pass: styles.pass,
  fail: styles.fail,
  'fail-solid': styles.failSolid,
} as const;

export type ButtonLook = {
  kind?: keyof typeof kinds;
  size?: 'small' | 'large';
  /** Only an icon inside: give an aria-label. */
  icon?: boolean;
  /** As wide as its surroundings. */
  block?: boolean;
};

/** What makes an element look like a button, for elements that are not one of the two below; `data-slot` is for style sheets around it. */
export function buttonLook({ kind = 'secondary', size, icon = false, block = false }: ButtonLook, extra = '') {
  const classes = [styles.button, kinds[kind]];
  const slots = ['button', `button-${kind}`];
  if (size) classes.push(size === 'small' ? styles.small : styles.large);
  if (size === 'small') slots.push('button-small');
  if (icon) {
    classes.push(styles.iconOnly);
    slots.push('button-icon-only');
  }
  if (block) classes.push(styles.block);
  if (extra) classes.push(extra);
  return { className: classes.join(' '), 'data-slot': slots.join(' ') };
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
  const look = buttonLook(
    { ...(kind && { kind }), ...(size && { size }), ...(icon && { icon }), ...(block && { block }) },
    className,
  );
  return (
    <button
      type="button"
      {...rest}
      {...look}
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
  const look = buttonLook(
    { ...(kind && { kind }), ...(size && { size }), ...(icon && { icon }), ...(block && { block }) },
    className,
  );
  return <Link {...rest} {...look} />;
}
