/** Search and commands from anywhere, by keyboard alone, and the list of keys. */
import { faultless } from './faultless';
import { freshNumber, paymentFile, statementFile } from './files';
import { fits } from './fits';
import { expect, test } from './fixtures';
import { Palette } from './pages/Palette';
import { Settings } from './pages/Settings';

test('a record is found by what is known of it, and pasting its id leads to it @share-3', async ({
  giroscope,
  uploads,
  page,
}) => {
  const number = freshNumber();
  await giroscope.open('/upload/statement', 'operator');
  await uploads.give(statementFile(number));
  await uploads.fate(`statement-${number}.xml`, 'Imported');
  await giroscope.go('Upload payments');
  await uploads.give(paymentFile(number));
  await uploads.fate(`payments-${number}.xml`, 'Imported');

  const palette = new Palette(page);
  await palette.open();
  await palette.take(`P${number}`, `P${number}`);
  await expect(
    page
      .getByRole('dialog', { name: `P${number}` })
      .or(page.getByRole('dialog', { name: 'Journal' }))
      .first(),
  ).toBeVisible();
  const id = new URL(page.url()).searchParams.get('journal') ?? '';
  expect(id).toMatch(/^[0-9a-f-]{36}$/);

  await giroscope.go('Messages');
  await palette.paste(id);
  await expect.poll(() => new URL(page.url()).searchParams.get('journal')).toBe(id);
  await expect(palette.dialog).toBeHidden();

  // Chosen lately stands first, without typing.
  await giroscope.go('Messages');
  await palette.open();
  await expect(
    palette.dialog.getByRole('group', { name: 'Recent' }).getByRole('option').first(),
  ).toContainText(`P${number}`);
  await palette.field.fill(`INV-${number}-404`);
  await expect(
    palette.dialog.getByText(`Nothing found for “INV-${number}-404”`).first(),
  ).toBeVisible();
});

test('the keyboard alone goes everywhere, and Escape gives the focus back @share-1', async ({
  giroscope,
  page,
}) => {
  await giroscope.open('/messages');
  await giroscope.heading('Messages');
  const menu = giroscope.banner.getByRole('button', { name: 'Toggle menu' });
  await menu.focus();
  const palette = new Palette(page);
  await palette.open();
  await faultless(page, 'palette');
  await page.keyboard.press('ArrowUp');
  await expect(palette.dialog.getByRole('option', { selected: true })).toContainText('Logout');
  await page.keyboard.press('Escape');
  await expect(palette.dialog).toBeHidden();
  await expect(menu).toBeFocused();

  await page.keyboard.press('?');
  const keys = page.getByRole('dialog', { name: 'Keyboard shortcuts' });
  await expect(keys.getByText('Next row')).toBeVisible();
  await faultless(page, 'keys');
  await page.keyboard.press('Escape');
  await expect(keys).toBeHidden();
  await expect(menu).toBeFocused();

  await palette.open();
  await palette.take('dash', 'Dashboard');
  await giroscope.heading('Dashboard');
  await palette.open();
  await palette.take('sett', 'Settings');
  await expect(new Settings(page).panel).toBeVisible();
});

test('it works at 360 pixels by touch, dark and in Danish @share-2', async ({
  giroscope,
  page,
}) => {
  await page.setViewportSize({ width: 360, height: 740 });
  await giroscope.open('/messages');
  await giroscope.banner.getByRole('button', { name: 'Search and commands' }).click();
  const palette = new Palette(page);
  await palette.choice('Dark theme').click();
  await expect(page.locator('html')).toHaveAttribute('data-scheme', 'dark');
  await giroscope.banner.getByRole('button', { name: 'Search and commands' }).click();
  await palette.choice('Switch to Danish (dansk)').click();
  await giroscope.banner.getByRole('button', { name: 'Søg og udfør kommandoer' }).click();
  const danish = new Palette(page, 'Søg og udfør kommandoer');
  await danish.field.fill('journaler');
  await expect(danish.choice(/Alle journaler/)).toBeVisible();
  await faultless(page, 'palette, Danish, dark, 360');
  await fits(page);
  await danish.dialog.getByRole('button', { name: 'Luk' }).click();
  await expect(danish.dialog).toBeHidden();
});
