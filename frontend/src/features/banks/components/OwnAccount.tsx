/** One of our own accounts in one line: a bank's name for it is no name of its own, so the last digits stand beside it. */
import type { AccountNameFragment } from '@/generated/graphql';
import { accountLabel, groupedNumber } from '../accounts';

const SHOWN_DIGITS = 4;

/** A nickname is given once only; without any name the number is there already. */
const tailOf = ({ nickname, name, number }: AccountNameFragment): string | null =>
  nickname === null && name !== null ? number.slice(-SHOWN_DIGITS) : null;

export function OwnAccount({ account }: { account: AccountNameFragment }) {
  const tail = tailOf(account);
  return (
    <span className="g-own" title={groupedNumber(account)}>
      <span>{accountLabel(account)}</span>
      {tail && <span className="g-muted g-count">{` ··${tail}`}</span>}
    </span>
  );
}

/** In two lines, where there is room for the whole number. */
export function OwnAccountInFull({ account }: { account: AccountNameFragment }) {
  const [name, digits] = [accountLabel(account), groupedNumber(account)];
  return (
    <>
      {name}
      {name !== digits && <span className="g-sub">{digits}</span>}
    </>
  );
}
