/** The shop's name. Its logo is logo.svg, its colour is `--brand` in theme.css. */
export const SHOP_NAME = 'Our Store';
