/** The shop's name. Its logo is logo.svg, its colour stands at the top of theme.css. */
export const SHOP_NAME = 'Our Store';

/** The title of a screen's tab. */
export const titleOf = (screen: string) => `${screen} · ${SHOP_NAME}`;
