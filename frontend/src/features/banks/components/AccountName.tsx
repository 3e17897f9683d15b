/** An account by what people call it, its number beside; by its number alone where it has no name here. */
import { groupedAsWritten, useAccountOf } from '../accounts';
import { OwnAccountInFull } from './OwnAccount';

export function AccountName({ number }: { number: string }) {
  const account = useAccountOf()(number);
  return account ? <OwnAccountInFull account={account} /> : <>{groupedAsWritten(number)}</>;
}
