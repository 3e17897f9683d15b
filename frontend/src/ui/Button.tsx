/** Buttons and links that look like buttons, drawn by the theme. */
import type { ButtonHTMLAttributes, ReactNode, Ref } from 'react';
import { Link, type LinkProps } from 'react-router';
import { Icon } from './Icon';

type Look = 'primary' | 'secondary' | 'quiet' | 'danger';

const LOOKS: Readonly<Record<Look, string>> = {
  primary: '',
  secondary: 'p-button-outlined p-button-secondary',
  quiet: 'p-button-text p-button-secondary',
  danger: 'p-button-outlined p-button-danger',
};

const classes = (look: Look, small: boolean, iconOnly: boolean) =>
  `p-button p-component g-button ${LOOKS[look]}${small ? ' p-button-sm' : ''}${iconOnly ? ' p-button-icon-only' : ''}`;

interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  look?: Look;
  icon?: string;
  busy?: boolean;
  small?: boolean;
  ref?: Ref<HTMLButtonElement>;
  children?: ReactNode;
}

/** A button; without children it needs an `aria-label`. A busy button keeps its place and name. */
export function Button({
  look = 'secondary',
  icon,
  busy = false,
  small = false,
  children,
  className = '',
  ...rest
}: ButtonProps) {
  return (
    <button
      type="button"
      className={`${classes(look, small, !children)} ${className}`}
      aria-busy={busy || undefined}
      {...rest}
      disabled={busy || rest.disabled}
    >
      {(icon ?? busy) && <Icon name={busy ? 'spinner' : (icon ?? '')} className="p-button-icon" />}
      {children && <span className="p-button-label">{children}</span>}
    </button>
  );
}

/** A link that looks like a button. */
export function LinkButton({
  look = 'secondary',
  icon,
  small = false,
  children,
  ...rest
}: LinkProps & { look?: Look; icon?: string; small?: boolean }) {
  return (
    <Link className={classes(look, small, false)} {...rest}>
      {icon && <Icon name={icon} className="p-button-icon" />}
      <span className="p-button-label">{children}</span>
    </Link>
  );
}
