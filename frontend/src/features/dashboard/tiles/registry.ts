/**
 * The tiles above the charts. A room that has work waiting adds a file here and a line below;
 * a tile asks its own question, so that one that fails leaves the others standing.
 */
import type { ComponentType } from 'react';
import type { AccountOfDays } from '../series';
import { AttentionTile, RejectedTile } from './JournalTiles';
import { MissingTile } from './MissingTile';

export interface TileProps {
  accounts: readonly AccountOfDays[];
}

export interface TileEntry {
  key: string;
  /** The verb without which the tile's list cannot be opened. */
  needs?: string;
  Tile: ComponentType<TileProps>;
}

export const tiles: readonly TileEntry[] = [
  { key: 'attention', Tile: AttentionTile },
  { key: 'rejected', Tile: RejectedTile },
  { key: 'missing', Tile: MissingTile },
];
