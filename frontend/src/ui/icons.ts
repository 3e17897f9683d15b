/**
 * The icons, drawn on a grid of 24 with one pen: a round line 1.75 wide, nothing filled. Each
 * is the path of an SVG. A test sees to it that every icon a screen asks for is drawn.
 */

const circle = (x: number, y: number, r: number) =>
  `M${x - r} ${y}a${r} ${r} 0 1 0 ${2 * r} 0a${r} ${r} 0 1 0 ${-2 * r} 0`;
const dot = (x: number, y: number) => circle(x, y, 0.4);
const DISC = circle(12, 12, 9);
const SHEET = 'M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2V8zM14 3v5h5';
const PERSON = `${circle(10, 8, 4)}M3 20.5a7 7 0 0 1 14 0`;
const CALENDAR =
  'M6 5h12a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2M4 10h16M8 3v4M16 3v4';
const CLOUD = 'M7 18.5a4.5 4.5 0 0 1-.6-8.96 6 6 0 0 1 11.5 1.5A3.8 3.8 0 0 1 17.5 18.5';
const LOCKED = 'M7 11h10a2 2 0 0 1 2 2v6a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-6a2 2 0 0 1 2-2';
const BELL = 'M6 9.5a6 6 0 0 1 12 0c0 5 2 6 2 7H4c0-1 2-2 2-7M10 20a2.2 2.2 0 0 0 4 0';
const TRIANGLE = 'M12 4 2.8 19.5h18.4z';
const SHIELD = 'M12 3l7.5 3v5.5c0 4.5-3 8-7.5 9.5-4.5-1.5-7.5-5-7.5-9.5V6z';
const PENCIL = 'M4 20l1-4.5L16.5 4a2.1 2.1 0 0 1 3 3L8 18.5z';
const TAG =
  'M3.5 4.5v7l8.8 8.8a1.5 1.5 0 0 0 2.1 0l6-6a1.5 1.5 0 0 0 0-2.1L11.5 3.5h-7a1 1 0 0 0-1 1';
const EYE = `M2.5 12S6 5.5 12 5.5 21.5 12 21.5 12 18 18.5 12 18.5 2.5 12 2.5 12${circle(12, 12, 3)}`;
const FUNNEL = 'M4 5h16l-6.5 7.5V20l-3-2v-5.5z';
const SCREEN = 'M5 4h14a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2';
const BUBBLE =
  'M5 5h14a2 2 0 0 1 2 2v8a2 2 0 0 1-2 2h-6l-4.5 3.5V17H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2';
const ROUND_ARROW = 'M20 5v5h-5M19.5 10A8 8 0 1 0 20 13.5';
const TURN_BACK = 'M4 5v5h5M4.5 10A8 8 0 1 1 4 13.5';
const BOX = 'M5 4h14a1 1 0 0 1 1 1v14a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1';
const ROWS = 'M9 6h11M9 12h11M9 18h11';
const STAR = 'M12 3.5l2.6 5.5 6 .8-4.4 4.2 1.1 6L12 17l-5.3 3 1.1-6L3.4 9.8l6-.8z';
const COLUMNS = 'M4 10h16L12 4zM6.5 10v7M12 10v7M17.5 10v7M4 20h16';

export const ICONS: Readonly<Record<string, string>> = {
  'arrow-down': 'M12 5v14M6 13l6 6 6-6',
  'arrow-down-left': 'M17 7 7 17M7 9v8h8',
  'arrow-left': 'M19 12H5M11 6l-6 6 6 6',
  'arrow-right': 'M5 12h14M13 6l6 6-6 6',
  'arrow-right-arrow-left': 'M4 8h15M15 4l4 4-4 4M20 16H5M9 12l-4 4 4 4',
  'arrow-up': 'M12 19V5M6 11l6-6 6 6',
  'arrow-up-right': 'M7 17 17 7M9 7h8v8',
  'arrows-h': 'M3 12h18M7 8l-4 4 4 4M17 8l4 4-4 4',
  at: `${circle(12, 12, 4)}M16 8v5.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-3.5 7`,
  ban: `${DISC}M5.7 5.7l12.6 12.6`,
  bars: 'M4 6h16M4 12h16M4 18h16',
  bell: BELL,
  bolt: 'M13 3 5 13.5h6L10 21l8-10.5h-6z',
  book: 'M5 18.5V5.5A2.5 2.5 0 0 1 7.5 3H19v13H7.5A2.5 2.5 0 0 0 5 18.5 2.5 2.5 0 0 0 7.5 21H19v-5',
  bookmark: 'M7 3h10a1 1 0 0 1 1 1v17l-6-4-6 4V4a1 1 0 0 1 1-1',
  building: `M6 21V4a1 1 0 0 1 1-1h10a1 1 0 0 1 1 1v17M3.5 21h17${dot(10, 7.5)}${dot(14, 7.5)}${dot(10, 11.5)}${dot(14, 11.5)}M10 21v-5h4v5`,
  'building-columns': COLUMNS,
  calendar: CALENDAR,
  'chart-bar': 'M4 20h16M7 16v-5M12 16V5M17 16v-8',
  'chart-line': 'M4 4v16h16M7.5 15l4-5 3 3L20 7',
  check: 'M5 12.5l5 5 9.5-11',
  'check-circle': `${DISC}M8 12.5l3 3 5.5-6.5`,
  'check-square': `${BOX}M8 12.5l3 3 5.5-6.5`,
  'chevron-down': 'M6 9.5l6 6 6-6',
  'chevron-left': 'M14.5 6l-6 6 6 6',
  'chevron-right': 'M9.5 6l6 6-6 6',
  'chevron-up': 'M6 14.5l6-6 6 6',
  circle: DISC,
  clock: `${DISC}M12 7v5l3.5 2`,
  clone:
    'M9 8h9a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2H9a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2M16 8V5a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h1',
  'cloud-download': `${CLOUD}M12 12v8M9 17l3 3 3-3`,
  'cloud-upload': `${CLOUD}M12 20v-8M9 15l3-3 3 3`,
  code: 'M8 7l-5 5 5 5M16 7l5 5-5 5M14 4l-4 16',
  cog: `${circle(12, 12, 3)}M10.3 3h3.4l.5 2.5 2.3 1.3 2.4-.8 1.7 2.9-1.9 1.7v2.8l1.9 1.7-1.7 2.9-2.4-.8-2.3 1.3-.5 2.5h-3.4l-.5-2.5-2.3-1.3-2.4.8-1.7-2.9 1.9-1.7v-2.8L3.4 8.9 5.1 6l2.4.8 2.3-1.3z`,
  comment: BUBBLE,
  comments:
    'M4 4h10a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2H9l-4 3v-3H4a2 2 0 0 1-2-2V6a2 2 0 0 1 2-2M19 9h1a2 2 0 0 1 2 2v5a2 2 0 0 1-2 2h-1v3l-4-3h-3a2 2 0 0 1-1.7-1',
  copy: 'M10 8h8a2 2 0 0 1 2 2v9a2 2 0 0 1-2 2h-8a2 2 0 0 1-2-2v-9a2 2 0 0 1 2-2M16 8V5a2 2 0 0 0-2-2H6a2 2 0 0 0-2 2v9a2 2 0 0 0 2 2h2',
  'credit-card':
    'M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2M3 10h18M7 15h3',
  desktop: `${SCREEN}M8 21h8M12 17v4`,
  download: 'M12 3v12M7 10l5 5 5-5M4 16v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3',
  'ellipsis-h': `${dot(5, 12)}${dot(12, 12)}${dot(19, 12)}`,
  envelope:
    'M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2M3.5 7l8.5 6 8.5-6',
  eraser: 'M14.5 4.5l5.5 5.5L10.5 19.5H7L3.5 16a1.5 1.5 0 0 1 0-2zM9 10l5.5 5.5M10.5 19.5H20',
  'exclamation-circle': `${DISC}M12 7.5v5.5${dot(12, 16.3)}`,
  'exclamation-triangle': `${TRIANGLE}M12 10v4.5${dot(12, 17)}`,
  'external-link': 'M14 4h6v6M20 4l-9 9M17 14v4a2 2 0 0 1-2 2H6a2 2 0 0 1-2-2V9a2 2 0 0 1 2-2h4',
  eye: EYE,
  'eye-slash': `${EYE}M4 4l16 16`,
  file: SHEET,
  'file-edit': `${SHEET}M9 17.5l.5-2 4-4 1.5 1.5-4 4z`,
  'file-export':
    'M14 3H7a2 2 0 0 0-2 2v14a2 2 0 0 0 2 2h10a2 2 0 0 0 2-2M14 3v5h5v2M11 14.5h10M18 11.5l3 3-3 3',
  'file-import':
    'M14 3H7a2 2 0 0 0-2 2v6M14 3v5h5v11a2 2 0 0 1-2 2H7a2 2 0 0 1-2-2v-1M2 14.5h10M9 11.5l3 3-3 3',
  'file-pdf': `${SHEET}M8.5 13h7M8.5 17h4`,
  'filter-slash': `${FUNNEL}M3 3l18 18`,
  'folder-open':
    'M3 17V7a2 2 0 0 1 2-2h4l2 2.5h7a2 2 0 0 1 2 2V11M3 17l2.5-5a2 2 0 0 1 1.8-1H21l-2.6 6.7a2 2 0 0 1-1.9 1.3H5a2 2 0 0 1-2-2',
  globe: `${DISC}M3 12h18M12 3c3 2.5 3.8 5.5 3.8 9s-.8 6.5-3.8 9c-3-2.5-3.8-5.5-3.8-9S9 5.5 12 3`,
  history: `${TURN_BACK}M12 8v4.5l3 1.5`,
  hourglass: 'M6 3h12M6 21h12M7 3c0 5 4 6 5 9 1-3 5-4 5-9M7 21c0-5 4-6 5-9 1 3 5 4 5 9',
  'id-card': `M5 5h14a2 2 0 0 1 2 2v10a2 2 0 0 1-2 2H5a2 2 0 0 1-2-2V7a2 2 0 0 1 2-2${circle(8.5, 10.5, 1.8)}M5.7 15.5a3 3 0 0 1 5.6 0M14.5 10h3.5M14.5 14h3.5`,
  image: `${SCREEN}M3 14l5-4.5 4 4 3-2.5 6 4.5${dot(15.5, 8)}`,
  inbox:
    'M4 13 6.5 5h11L20 13v5a1.5 1.5 0 0 1-1.5 1.5h-13A1.5 1.5 0 0 1 4 18zM4 13h4.5l1.5 3h4l1.5-3H20',
  info: `M12 11v7${dot(12, 6.5)}`,
  'info-circle': `${DISC}M12 11v5.5${dot(12, 7.7)}`,
  key: `${circle(8, 15.5, 4)}M11 12.5 19.5 4M16 7.5l3 3`,
  language:
    'M3 6h11M8.5 4v2M11.5 6c-1 4-4 7-8 8.5M6 9c1.5 2.5 3.5 4 6 5.2M12.5 20l4-10 4 10M14 16.5h5',
  link: 'M10 14a4 4 0 0 0 5.7 0l3.2-3.2a4 4 0 0 0-5.7-5.7L12 6.3M14 10a4 4 0 0 0-5.7 0l-3.2 3.2a4 4 0 0 0 5.7 5.7l1.2-1.2',
  list: `${ROWS}${dot(4.5, 6)}${dot(4.5, 12)}${dot(4.5, 18)}`,
  'list-check':
    'M11 6h9M11 12h9M11 18h9M3.5 6l1.5 1.5L7.5 4.5M3.5 12l1.5 1.5 2.5-3M3.5 18l1.5 1.5 2.5-3',
  lock: `${LOCKED}M8 11V7.5a4 4 0 0 1 8 0V11`,
  'lock-open': `${LOCKED}M8 11V7.5a4 4 0 0 1 7.7-1.5`,
  minus: 'M5 12h14',
  'minus-circle': `${DISC}M8 12h8`,
  mobile: `M8 3h8a2 2 0 0 1 2 2v14a2 2 0 0 1-2 2H8a2 2 0 0 1-2-2V5a2 2 0 0 1 2-2${dot(12, 17.5)}`,
  'money-bill': `M4 6h16a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H4a1 1 0 0 1-1-1V7a1 1 0 0 1 1-1${circle(12, 12, 2.5)}${dot(6.5, 12)}${dot(17.5, 12)}`,
  moon: 'M20 14.5A8.5 8.5 0 0 1 9.5 4a8.5 8.5 0 1 0 10.5 10.5',
  palette: `M12 3a9 9 0 1 0 0 18c1.5 0 2-1 1.7-2-.5-1.7.3-3 2-3H18a3 3 0 0 0 3-3c0-5.5-4-10-9-10${dot(7.5, 11.5)}${dot(10.5, 7.5)}${dot(15, 7.5)}`,
  pause: 'M8 5v14M16 5v14',
  'pause-circle': `${DISC}M10 9v6M14 9v6`,
  pencil: PENCIL,
  play: 'M7 4.5v15L19 12z',
  'play-circle': `${DISC}M10 8.5v7l5.5-3.5z`,
  plus: 'M12 5v14M5 12h14',
  question: `M8.5 8.5a3.5 3.5 0 1 1 5 3.2c-1 .5-1.5 1.2-1.5 2.3v.5${dot(12, 18.3)}`,
  'question-circle': `${DISC}M9.5 9.5a2.5 2.5 0 1 1 3.6 2.3c-.8.4-1.1 1-1.1 1.9${dot(12, 16.7)}`,
  refresh: ROUND_ARROW,
  replay: TURN_BACK,
  save: 'M5 4h11l4 4v11a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1M8 4v5h7V4M7.5 20v-6.5h9V20',
  search: `${circle(10.5, 10.5, 6.5)}M15.5 15.5 21 21`,
  send: 'M21 3 3 10.5l7 3 3 7.5zM10 13.5 21 3',
  server: `M5 4h14a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1V5a1 1 0 0 1 1-1M5 13h14a1 1 0 0 1 1 1v5a1 1 0 0 1-1 1H5a1 1 0 0 1-1-1v-5a1 1 0 0 1 1-1${dot(7.5, 7.5)}${dot(7.5, 16.5)}`,
  shield: SHIELD,
  'sign-in': 'M14 4h4a2 2 0 0 1 2 2v12a2 2 0 0 1-2 2h-4M3 12h12M11 8l4 4-4 4',
  'sign-out': 'M10 4H6a2 2 0 0 0-2 2v12a2 2 0 0 0 2 2h4M9 12h12M17 8l4 4-4 4',
  'sliders-h': `M4 7h8M17 7h3M4 17h3M12 17h8${circle(14.5, 7, 2.2)}${circle(9.5, 17, 2.2)}`,
  sort: 'M8 9.5l4-5 4 5M8 14.5l4 5 4-5',
  'sort-alt': 'M8 19V5M4.5 8.5 8 5l3.5 3.5M16 5v14M12.5 15.5 16 19l3.5-3.5',
  sparkles:
    'M10 4l1.8 5.2L17 11l-5.2 1.8L10 18l-1.8-5.2L3 11l5.2-1.8zM18.5 3v4M16.5 5h4M18.5 16v4M16.5 18h4',
  spinner: 'M12 3a9 9 0 1 0 9 9',
  star: STAR,
  stop: 'M6.5 5h11A1.5 1.5 0 0 1 19 6.5v11a1.5 1.5 0 0 1-1.5 1.5h-11A1.5 1.5 0 0 1 5 17.5v-11A1.5 1.5 0 0 1 6.5 5',
  'stop-circle': `${DISC}M9 9h6v6H9z`,
  stopwatch: `${circle(12, 13.5, 7.5)}M12 9.5v4.5M9.5 2.5h5M12 2.5V6M18.5 6l1.5 1.5`,
  sun: `${circle(12, 12, 4)}M12 2.5V5M12 19v2.5M2.5 12H5M19 12h2.5M5.3 5.3l1.7 1.7M17 17l1.7 1.7M18.7 5.3 17 7M7 17l-1.7 1.7`,
  sync: 'M20 4.5v5h-5M4 19.5v-5h5M4.5 9.5A8 8 0 0 1 19.5 9M19.5 14.5A8 8 0 0 1 4.5 15',
  table: `${BOX}M4 9.5h16M4 15h16M10.5 9.5V20`,
  tag: `${TAG}${dot(7.7, 7.7)}`,
  times: 'M6 6l12 12M18 6 6 18',
  'times-circle': `${DISC}M9 9l6 6M15 9l-6 6`,
  trash: 'M4 7h16M9 7V4h6v3M6 7l1 13a1 1 0 0 0 1 1h8a1 1 0 0 0 1-1l1-13M10 11v6M14 11v6',
  undo: 'M8 4 3.5 8.5 8 13M3.5 8.5H14a6 6 0 0 1 0 12H8',
  unlock: `${LOCKED}M8 11V7.5a4 4 0 0 1 7.7-1.5`,
  upload: 'M12 15V3M7 8l5-5 5 5M4 16v3a2 2 0 0 0 2 2h12a2 2 0 0 0 2-2v-3',
  user: `${circle(12, 8, 4)}M4.5 20.5a7.5 7.5 0 0 1 15 0`,
  'user-minus': `${PERSON}M16 11h6`,
  'user-plus': `${PERSON}M16 11h6M19 8v6`,
  users: `${circle(9, 8, 3.5)}M2.5 20a6.5 6.5 0 0 1 13 0M15.5 4.8a3.5 3.5 0 0 1 0 6.4M17.5 14.2A6.5 6.5 0 0 1 21.5 20`,
  verified: `M12 2.5l2.7 2 3.3-.1.9 3.2 2.7 1.9-1.2 3.1 1.2 3.1-2.7 1.9-.9 3.2-3.3-.1-2.7 2-2.7-2-3.3.1-.9-3.2-2.7-1.9 1.2-3.1-1.2-3.1 2.7-1.9.9-3.2 3.3.1zM8.5 12l2.5 2.5 4.5-5`,
  wallet: `M17 8V5a1 1 0 0 0-1-1H5.5a2 2 0 0 0 0 4H19a1 1 0 0 1 1 1v10a1 1 0 0 1-1 1H5.5a2 2 0 0 1-2-2V6${dot(16, 14)}`,
  'wave-pulse': 'M3 12h4l2.5-6 5 12L17 12h4',
  wifi: `M4 10a12 12 0 0 1 16 0M7 13.5a7.5 7.5 0 0 1 10 0${dot(12, 17.5)}`,
  'wifi-off': `M4 10a12 12 0 0 1 5-2.7M14 7.1a12 12 0 0 1 6 2.9M7 13.5a7.5 7.5 0 0 1 4-1.8M3.5 3.5l17 17${dot(12, 17.5)}`,
  wrench:
    'M20 6.5 16.5 10 14 7.5 17.5 4a5 5 0 0 0-6.3 6.3l-7.4 7.4a1.8 1.8 0 0 0 2.5 2.5l7.4-7.4A5 5 0 0 0 20 6.5',
};
