/** A small drawing of the bank's letter with the line marked that a number stands on. For the eye only: the words beside it say the same. */
import type { BankLetterPlace } from '@/generated/graphql';

const LINES: Readonly<Partial<Record<BankLetterPlace, string>>> = {
  HEAD: 'M26 34h52',
  ADDRESS: 'M26 44h38',
  CORNER: 'M104 34h30',
  FIRST: 'M74 78h50',
  SECOND: 'M74 92h50',
  FOOT: 'M50 148h60',
};

export function LetterPicture({ place }: { place: BankLetterPlace | null }) {
  return (
    <svg
      className="g-picture bk-letter"
      viewBox="0 0 160 176"
      fill="none"
      stroke="currentColor"
      strokeWidth="2.2"
      strokeLinecap="round"
      strokeLinejoin="round"
      aria-hidden="true"
    >
      <circle className="g-picture-halo" cx="80" cy="88" r="78" />
      <path className="g-picture-sheet" d="M18 14h112l14 14v128a6 6 0 0 1-6 6H24a6 6 0 0 1-6-6z" />
      <path d="M130 14v14h14" />
      <path d="M26 34h52M26 44h38M104 34h30M26 58h104" opacity="0.45" />
      <path className="g-picture-tint" d="M26 66h108v38H26z" />
      <path d="M32 78h32M32 92h32M74 78h50M74 92h50" opacity="0.6" />
      <path d="M26 116h104M26 126h92M26 136h70M50 148h60" opacity="0.45" />
      {place === 'PHONE' && (
        <>
          <path
            className="g-picture-sheet"
            d="M106 104h28a5 5 0 0 1 5 5v50a5 5 0 0 1-5 5h-28a5 5 0 0 1-5-5v-50a5 5 0 0 1 5-5z"
          />
          <path className="g-picture-accent" d="M108 122h24M108 132h16" strokeWidth="4" />
        </>
      )}
      {place && LINES[place] && (
        <path className="g-picture-accent" d={LINES[place]} strokeWidth="6" />
      )}
    </svg>
  );
}
