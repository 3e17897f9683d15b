/** An account by what people call it, its number beside; by its number alone where it has no name here. */
import { accountLabel, groupedNumber, useAccountOf } from '../accounts';

export function AccountName({ number }: { number: string }) {
  const account = useAccountOf()(number);
  if (!account) return <>{groupedAsWritten(number)}</>;
  const [name, digits] = [accountLabel(account), groupedNumber(account)];
  return <>{name}{name !== digits && <span className="g-sub">{digits}</span>}</>;
}

/** A number of an account we have no statement of: what begins like an IBAN is grouped like one. */
const groupedAsWritten = (number: string) => groupedNumber({ number, iban: /^[A-Z]{2}\d{2}[A-Z0-9]{8,}$/.test(number) ? number : null });
