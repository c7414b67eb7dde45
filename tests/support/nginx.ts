import { existsSync } from 'node:fs';
import { install } from './debian.ts';

/** Debian's packages; curl asks after the container's health. */
export const nginxPackages = 'nginx libnginx-mod-http-brotli-static curl';

const files = ['/usr/sbin/nginx', '/usr/lib/nginx/modules/ngx_http_brotli_static_module.so', '/usr/bin/curl'];

/** Installs what is missing. */
export default function ensureNginx() {
  if (!files.every(existsSync)) install('nginx with its brotli module', nginxPackages);
}
