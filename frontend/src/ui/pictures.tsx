/** The pictures of pages that have nothing to show. They come with the first such page. */
import type { ReactNode } from 'react';

export type Picture =
  'orbit' | 'search' | 'lock' | 'break' | 'inbox' | 'done' | 'bank' | 'file' | 'offline' | 'people';

const SHEET = 'M58 30h34l18 18v56a5 5 0 0 1-5 5H58a5 5 0 0 1-5-5V35a5 5 0 0 1 5-5z';

/** All drawn with one pen on 160 × 128: a quiet disc behind, paper in the card's colour, one thing in the theme's hue. */
const DRAWINGS: Readonly<Record<Picture, ReactNode>> = {
  orbit: (
    <>
      <path
        className="g-picture-sheet"
        d="M34 100V40a5 5 0 0 1 5-5h82a5 5 0 0 1 5 5v60a5 5 0 0 1-5 5H39a5 5 0 0 1-5-5z"
      />
      <path d="M34 50h92M42 42.5h.1M49 42.5h.1M56 42.5h.1" />
      <path className="g-picture-tint" d="M50 95V78h10v17zM70 95V66h10v29zM90 95V84h10v11z" />
      <path className="g-picture-accent" d="M46 72c10 0 16-10 28-8s22 4 40-10" />
      <circle className="g-picture-fill" cx="114" cy="54" r="4.5" />
    </>
  ),
  search: (
    <>
      <path className="g-picture-sheet" d={SHEET} />
      <path d="M92 30v13a5 5 0 0 0 5 5h13M64 58h18M64 70h12M64 82h10" />
      <circle className="g-picture-tint" cx="100" cy="82" r="19" />
      <path className="g-picture-accent" d="M92 82a8 8 0 0 1 8-8" />
      <path d="m114 96 15 15" strokeWidth="4.5" />
    </>
  ),
  lock: (
    <>
      <path d="M64 60V46a16 16 0 0 1 32 0v14" />
      <path
        className="g-picture-sheet"
        d="M56 60h48a6 6 0 0 1 6 6v34a6 6 0 0 1-6 6H56a6 6 0 0 1-6-6V66a6 6 0 0 1 6-6z"
      />
      <circle className="g-picture-fill" cx="80" cy="79" r="5.5" />
      <path className="g-picture-accent" d="M80 84v9" strokeWidth="3" />
    </>
  ),
  break: (
    <>
      <path
        className="g-picture-sheet"
        d="M34 100V40a5 5 0 0 1 5-5h82a5 5 0 0 1 5 5v60a5 5 0 0 1-5 5H39a5 5 0 0 1-5-5z"
      />
      <path d="M34 50h92M42 42.5h.1M49 42.5h.1M56 42.5h.1" />
      <path className="g-picture-accent" d="M46 79h17l7-15 12 29 7-14h6" />
      <path d="M103 79h3M112 79h3" />
      <circle className="g-picture-fill" cx="95" cy="79" r="4.5" />
    </>
  ),
  inbox: (
    <>
      <path
        className="g-picture-sheet"
        d="M38 76 52 36h56l14 40v26a5 5 0 0 1-5 5H43a5 5 0 0 1-5-5z"
      />
      <path
        className="g-picture-tint"
        d="M38 76h25l5 11h24l5-11h25v26a5 5 0 0 1-5 5H43a5 5 0 0 1-5-5z"
      />
      <path d="M63 52h34M60 63h40" />
      <path className="g-picture-accent" d="M80 18v12M66 21l4 9M94 21l-4 9" />
    </>
  ),
  done: (
    <>
      <path className="g-picture-sheet" d={SHEET} />
      <path d="M92 30v13a5 5 0 0 0 5 5h13M64 58h18M64 70h24" />
      <circle className="g-picture-fill" cx="102" cy="92" r="16" />
      <path className="g-picture-on" d="m95 92 5 5.5 9.5-11" strokeWidth="3" />
    </>
  ),
  bank: (
    <>
      <path className="g-picture-tint" d="M44 54 80 32l36 22z" />
      <path className="g-picture-sheet" d="M52 54h8v38h-8zM76 54h8v38h-8zM100 54h8v38h-8z" />
      <path d="M44 54h72M44 98h72M40 105h80" />
      <circle className="g-picture-fill" cx="80" cy="46" r="3.5" />
    </>
  ),
  file: (
    <>
      <path className="g-picture-sheet" d={SHEET} />
      <path d="M92 30v13a5 5 0 0 0 5 5h13M64 58h18" />
      <path className="g-picture-tint" d="M64 70h36v26H64z" />
      <path className="g-picture-accent" d="M82 90V76M76 81.5l6-6 6 6" />
    </>
  ),
  offline: (
    <>
      <path d="M40 62a58 58 0 0 1 27-15M93 47a58 58 0 0 1 27 15M54 77a38 38 0 0 1 18-10.5M89 66.7A38 38 0 0 1 106 77M67 91a19 19 0 0 1 26 0" />
      <circle className="g-picture-fill" cx="80" cy="103" r="5.5" />
      <path className="g-picture-accent" d="m50 34 60 76" />
    </>
  ),
  people: (
    <>
      <circle className="g-picture-sheet" cx="58" cy="56" r="12" />
      <path className="g-picture-sheet" d="M36 101a22 22 0 0 1 44 0z" />
      <circle className="g-picture-tint" cx="99" cy="50" r="14" />
      <path className="g-picture-tint" d="M73 101a26 26 0 0 1 52 0z" />
      <path className="g-picture-accent" d="M120 34v12M114 40h12" />
    </>
  ),
};

/** What a picture shows, within the frame that every one has. */
export const Drawing = ({ of }: { of: Picture }) => DRAWINGS[of];
