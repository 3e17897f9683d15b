/** What the parts kit lends to rooms. */
export { attempt, tellDone, tellRefused, useAct, useRefreshed, useRefreshedAtEnd } from './acting';
export { Button, LinkButton } from './Button';
export { Logo } from './Brand';
export { CopyId } from './CopyId';
export { copyText } from './copyText';
export { DataList, DataListSkeleton } from './DataList';
export { DateRangeFilter } from './DateRangeFilter';
export { Dialog } from './Dialog';
export { Drawer, neighbours } from './Drawer';
export { EmptyState } from './EmptyState';
export { Facts } from './Facts';
export {
  AmountFilter,
  FilterBar,
  MultiFilter,
  SearchField,
  SelectFilter,
  type Option,
} from './filters';
export { ChoiceField } from './forms/ChoiceField';
export { DateField, useNoDate } from './forms/DateField';
export { FileDialog } from './forms/FileDialog';
export { FormDialog } from './forms/FormDialog';
export { TextField, fieldId } from './forms/TextField';
export { TypedDialog } from './forms/TypedDialog';
export { useForm, type Form } from './forms/useForm';
export { Icon } from './Icon';
export { InstantField } from './InstantField';
export { ROW_LINK, type Column } from './list/Column';
export { announce } from './announcing';
export { BulkRefused, runBulk, type AskProps, type BulkAction, type BulkResult } from './list/bulk';
export { BulkResults } from './list/BulkResults';
export { List } from './list/List';
export { NoMatch } from './list/ListStates';
export { OrderedList } from './list/OrderedList';
export { inOrderOf, moved } from './list/ordering';
export { refreshLists } from './list/pageStore';
export { takeFile } from './list/takeFile';
export { currentRefusals, useRefusals, type Refusals } from './list/refused';
export { useList, useListOrder, usePolled } from './list/useList';
export { HEADING_ID, Page } from './Page';
export { NoPermission, Problem } from './Problem';
export { Progress } from './Progress';
export { QueryStates, type QueryView } from './QueryStates';
export { Skeleton } from './Skeleton';
export { Tabs, type Tab } from './Tabs';
export { Tag, type Tone } from './Tag';
export { AgeText, AmountText, DateText, InstantText, MoneyText, NoValue } from './Texts';
export { ToastArea } from './ToastArea';
export { clearPassing, clearToasts, dismissFrom, notify, toasts, type Severity } from './toasts';
export { RemoveButton } from './RemoveButton';
export { Refusal } from './Refusal';
export { VerbDialog } from './VerbDialog';
export { useDismiss } from './useDismiss';
export { useModal } from './useModal';
export { WaysOn } from './WaysOn';
export { startTooltips } from './startTooltips';
