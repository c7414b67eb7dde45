import { defineConfig, mergeConfig } from 'vite';
import config from '../../vite.config.ts';

/** The store's next release: another greeting and another style, so that every file of it differs. */
export default defineConfig((env) =>
  mergeConfig(config(env), {
    plugins: [
      {
        name: 'next-release',
        enforce: 'pre',
        transform(code: string, id: string) {
          if (id.endsWith('HomePage.tsx')) return code.replace('Welcome to', 'Welcome back to');
          if (id.endsWith('theme.css')) return `${code} .lead { letter-spacing: 0 }`;
        },
      },
    ],
  }),
);
