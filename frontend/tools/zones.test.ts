// @vitest-environment node
import { expect, test } from 'vitest';
import { forbidden, forbiddenPackage, placeOf } from './zones.ts';

const between = (from: string, to: string) => forbidden(placeOf(from), placeOf(to));

test('imports fall downwards and enter rooms by their door', () => {
  expect(between('features/journals/columns.tsx', 'features/statements/index.ts')).toBeNull();
  expect(between('features/statements/columns.tsx', 'features/journals/index.ts')).toContain(
    'lies below',
  );
  expect(between('features/journals/columns.tsx', 'features/statements/columns.tsx')).toContain(
    'index',
  );
  expect(between('features/payments/a.ts', 'features/statements/index.ts')).toContain('neighbours');
  expect(between('kernel/money.ts', 'ui/index.ts')).toContain('lies below');
  expect(between('ui/Page.tsx', 'features/journals/index.ts')).toContain('lies below');
  expect(between('features/novel/a.ts', 'features/journals/index.ts')).toContain('no place');
});

test('only the parts kit sees the component library', () => {
  expect(forbiddenPackage(placeOf('features/journals/a.tsx'), 'primereact/button')).toContain(
    'only ui',
  );
  expect(forbiddenPackage(placeOf('ui/DayCalendar.tsx'), 'primereact/calendar')).toBeNull();
});
