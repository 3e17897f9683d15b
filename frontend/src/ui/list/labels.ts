/** Words of the list kit. */
import { defineLabels, plural } from '@/kernel/i18n';

export const listLabels = defineLabels({
  new: { en: 'New', da: 'Ny' },
  changed: { en: 'Changed', da: 'Ændret' },
  askMany: {
    en: (act: string, rows: string) => `${act}: ${rows}?`,
    da: (act: string, rows: string) => `${act}: ${rows}?`,
  },
  moreResults: {
    en: (count: string) => `and ${count} more`,
    da: (count: string) => `og ${count} ${plural.da(count, 'til', 'flere')}`,
  },
  reached: {
    en: (reached: string, total: string) =>
      `${reached} of ${total} ${plural.en(total, 'row', 'rows')}`,
    da: (reached: string, total: string) =>
      `${reached} af ${total} ${plural.da(total, 'række', 'rækker')}`,
  },
  allChosen: {
    en: (count: string) =>
      plural.en(count, 'The one matching row is chosen', `All ${count} matching rows are chosen`),
    da: (count: string) =>
      plural.da(
        count,
        'Den ene matchende række er valgt',
        `Alle ${count} matchende rækker er valgt`,
      ),
  },
  beyond: {
    en: 'Further rows are not shown here. Narrow the filter, or export the list: the file holds all of it.',
    da: 'Flere rækker vises ikke her. Indsnævr filteret, eller eksportér listen: filen rummer dem alle.',
  },
  bulkActions: { en: 'Actions for the chosen rows', da: 'Handlinger for de valgte rækker' },
  choose: { en: (name: string) => `Choose ${name}`, da: (name: string) => `Vælg ${name}` },
  chooseAllMatching: {
    en: (count: string) => `Choose all ${count} matching`,
    da: (count: string) => `Vælg alle ${count} matchende`,
  },
  chooseInView: {
    en: (count: number) =>
      plural.en(count, 'Choose the row in view', `Choose the ${count} rows in view`),
    da: (count: number) =>
      plural.da(count, 'Vælg den viste række', `Vælg de ${count} viste rækker`),
  },
  chosen: {
    en: (count: string) => `${count} ${plural.en(count, 'row', 'rows')} chosen`,
    da: (count: string) => `${count} ${plural.da(count, 'række', 'rækker')} valgt`,
  },
  clearChoice: { en: 'Choose none', da: 'Fravælg alle' },
  columns: { en: 'Columns', da: 'Kolonner' },
  columnsHelp: {
    en: 'Choose which columns are shown, and move them with the arrows or by dragging.',
    da: 'Vælg, hvilke kolonner der vises, og flyt dem med pilene eller ved at trække.',
  },
  columnsReset: { en: 'As at first', da: 'Som oprindeligt' },
  comfortable: { en: 'Comfortable', da: 'Luftig' },
  compact: { en: 'Compact', da: 'Tæt' },
  beginWith: {
    en: (name: string) => `Begin the list with ${name}`,
    da: (name: string) => `Begynd listen med ${name}`,
  },
  defaultView: { en: 'begins the list', da: 'begynder listen' },
  deleteHelp: { en: 'The rows themselves are not touched.', da: 'Selve rækkerne berøres ikke.' },
  deleteOf: { en: (name: string) => `Delete ${name}`, da: (name: string) => `Slet ${name}` },
  deleteSharedHelp: {
    en: 'Others who use this view lose it too. The rows themselves are not touched.',
    da: 'Andre, der bruger visningen, mister den også. Selve rækkerne berøres ikke.',
  },
  deleteView: { en: 'Delete', da: 'Slet' },
  deleteViewTitle: {
    en: (name: string) => `Delete the view “${name}”?`,
    da: (name: string) => `Slet visningen »${name}«?`,
  },
  everything: { en: 'Everything', da: 'Alt' },
  myViews: { en: 'Mine', da: 'Mine' },
  nameNeeded: { en: 'Give the view a name.', da: 'Giv visningen et navn.' },
  rename: { en: 'Rename', da: 'Omdøb' },
  renameOf: { en: (name: string) => `Rename ${name}`, da: (name: string) => `Omdøb ${name}` },
  renameView: { en: 'Rename this view', da: 'Omdøb visningen' },
  save: { en: 'Save', da: 'Gem' },
  saveChanges: { en: 'Save changes', da: 'Gem ændringer' },
  saveView: { en: 'Save this view…', da: 'Gem denne visning…' },
  shareView: { en: 'Share it with everybody here', da: 'Del den med alle her' },
  sharedBy: {
    en: (owner: string) => `shared by ${owner}`,
    da: (owner: string) => `delt af ${owner}`,
  },
  sharedByMe: { en: 'shared', da: 'delt' },
  sharedViews: { en: 'Shared', da: 'Delte' },
  viewFailed: { en: 'The view could not be changed', da: 'Visningen kunne ikke ændres' },
  viewHelp: {
    en: 'It keeps the filters, the order, the columns and the row height.',
    da: 'Den gemmer filtre, rækkefølge, kolonner og rækkehøjde.',
  },
  viewName: { en: 'Name', da: 'Navn' },
  views: { en: 'Saved views', da: 'Gemte visninger' },
  density: { en: 'Row height', da: 'Rækkehøjde' },
  done: { en: 'Done', da: 'Udført' },
  export: { en: 'Export', da: 'Eksportér' },
  exportAll: {
    en: (rows: string) => `All ${rows} of this filter, in this order.`,
    da: (rows: string) => `Alle ${rows} i dette filter, i denne rækkefølge.`,
  },
  exportChosenColumns: { en: 'Only the columns shown', da: 'Kun de viste kolonner' },
  exportCsv: { en: 'CSV', da: 'CSV' },
  exportCsvHelp: {
    en: 'Comma between values, for programs',
    da: 'Komma mellem værdier, til programmer',
  },
  exportExcelDa: { en: 'CSV for Danish Excel', da: 'CSV til dansk Excel' },
  exportExcelDaHelp: {
    en: 'Semicolon between values, comma in numbers',
    da: 'Semikolon mellem værdier, komma i tal',
  },
  exportFailed: { en: 'The export failed', da: 'Eksporten mislykkedes' },
  exportXlsx: { en: 'Excel workbook', da: 'Excel-projektmappe' },
  exportXlsxHelp: {
    en: 'XLSX, with real dates and amounts',
    da: 'XLSX med rigtige datoer og beløb',
  },
  FAILED: { en: 'Failed', da: 'Mislykkedes' },
  NOT_ELIGIBLE: { en: 'Not possible', da: 'Ikke muligt' },
  DONE: { en: 'Done', da: 'Udført' },
  failed: { en: 'That failed', da: 'Det mislykkedes' },
  moveDown: { en: (name: string) => `Move ${name} down`, da: (name: string) => `Flyt ${name} ned` },
  placed: {
    en: (name: string, place: number, of: number) => `${name}: ${place} of ${of}`,
    da: (name: string, place: number, of: number) => `${name}: ${place} af ${of}`,
  },
  moveUp: { en: (name: string) => `Move ${name} up`, da: (name: string) => `Flyt ${name} op` },
  narrower: {
    en: (name: string) => `Make ${name} narrower`,
    da: (name: string) => `Gør ${name} smallere`,
  },
  outcome: { en: 'Outcome', da: 'Resultat' },
  reason: { en: 'Reason', da: 'Årsag' },
  refresh: { en: 'Read anew', da: 'Hent igen' },
  results: { en: 'What became of each row', da: 'Hvad der skete med hver række' },
  row: { en: 'Row', da: 'Række' },
  summary: {
    en: (done: string, failed: string, ineligible: string) =>
      `${done} done, ${failed} failed, ${ineligible} not possible`,
    da: (done: string, failed: string, ineligible: string) =>
      `${done} udført, ${failed} mislykkedes, ${ineligible} ikke mulige`,
  },
  view: { en: 'Layout', da: 'Layout' },
  wider: {
    en: (name: string) => `Make ${name} wider`,
    da: (name: string) => `Gør ${name} bredere`,
  },
});
