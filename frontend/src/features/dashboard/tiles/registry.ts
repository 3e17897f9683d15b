/**
 * The tiles above the charts. A room that has work waiting adds a file here and a line below.
 * Each room's tiles ask a question of their own, so that one that fails leaves the others
 * standing, and have their places from the start: figures that come move no chart.
 */
import type { ComponentType } from 'react';
import type { AccountOfDays } from '../series';
import { BankTiles } from './BankTiles';
import { JournalTiles } from './JournalTiles';
import { MissingTile } from './MissingTile';
import { PaymentTile } from './PaymentTile';
import { UnreconciledTile } from './UnreconciledTile';

export interface TilesProps {
  accounts: readonly AccountOfDays[];
}

export interface TilesEntry {
  key: string;
  /** The verb without which the list behind the figures cannot be opened. */
  needs?: string;
  Tiles: ComponentType<TilesProps>;
}

export const tiles: readonly TilesEntry[] = [
  { key: 'journals', Tiles: JournalTiles },
  { key: 'payments', needs: 'payments.read', Tiles: PaymentTile },
  { key: 'unreconciled', Tiles: UnreconciledTile },
  { key: 'missing', Tiles: MissingTile },
  { key: 'banks', needs: 'banks.read', Tiles: BankTiles },
];
