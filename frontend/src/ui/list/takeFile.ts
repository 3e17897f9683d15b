/** Takes a file of any size: the browser fetches it itself, so that it never lies in the page's memory. */
import { postJson } from '@/kernel/http';
import { apiOrigin } from '@/kernel/settings';

/** Ask for an address that gives the file once and needs no header, and go there. */
export async function takeFile(path: string, asked: object): Promise<void> {
  const { url } = await postJson<{ url: string }>(path, asked);
  const link = document.createElement('a');
  link.href = new URL(url, apiOrigin(location)).href;
  link.download = '';
  link.click();
}
