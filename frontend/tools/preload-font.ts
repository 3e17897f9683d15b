/** Has the browser fetch the font with the page: else it does so when it first draws a text, in another font. */
import type { Plugin } from 'vite';

const FONT = /\.woff2$/;

/** A link for every font of a build. */
export function preloadFont(): Plugin {
  return {
    name: 'giroscope:preload-font',
    apply: 'build',
    transformIndexHtml: {
      order: 'post',
      handler: (_html, { bundle = {} }) =>
        Object.keys(bundle)
          .filter((file) => FONT.test(file))
          .map((file) => ({
            tag: 'link',
            attrs: {
              rel: 'preload',
              as: 'font',
              type: 'font/woff2',
              href: `/${file}`,
              crossorigin: '',
            },
            injectTo: 'head' as const,
          })),
    },
  };
}
