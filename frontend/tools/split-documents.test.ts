// @vitest-environment node
import { expect, test } from 'vitest';
import { documentModule, splitImports } from './split-documents.ts';

test('documents leave for their own modules, types stay', () => {
  expect(
    splitImports("import { UserCardDocument, type UserCard } from '@/generated/graphql';"),
  ).toBe(
    "import { UserCardDocument } from 'operation:UserCardDocument'; import { type UserCard } from '@/generated/graphql';",
  );
  expect(
    splitImports("import {\n  ADocument,\n  BDocument,\n} from '@/generated/graphql';\nrest"),
  ).toBe(
    "import { ADocument } from 'operation:ADocument'; import { BDocument } from 'operation:BDocument';\nrest",
  );
});

test('other imports are left alone', () => {
  for (const source of [
    "import type { UserCard } from '@/generated/graphql';",
    "import { type UserCard } from '@/generated/graphql';",
    "import { XDocument } from './other';",
  ])
    expect(splitImports(source)).toBe(source);
});

test('a document is cut out whole, and a missing one stops the build', () => {
  const generated =
    'export const ADocument = {"kind":"Document","definitions":[{}]} as unknown as DocumentNode<A, B>;\nexport const BDocument = {"kind":"Document"} as unknown as DocumentNode<A, B>;';
  expect(documentModule(generated, 'ADocument')).toBe(
    'export const ADocument = {"kind":"Document","definitions":[{}]};\n',
  );
  expect(() => documentModule(generated, 'CDocument')).toThrow(
    'the generated file has no CDocument',
  );
});
