import { defineConfig, mergeConfig } from 'vite';
import config from '../../vite.config.ts';

/** The store's next release: it says another thing and has another style, so that every file of it differs. */
export default defineConfig((env) =>
  mergeConfig(config(env), {
    plugins: [
      {
        name: 'next-release',
        enforce: 'pre',
        transform(code: string, id: string) {
          if (id.endsWith('messages.ts')) return code.replace('Item added to cart!', 'Added!');
          if (id.endsWith('theme.css')) return `${code} .lead { letter-spacing: 0 }`;
        },
      },
    ],
  }),
);
