import type { Page } from '@playwright/test';
import { messages } from '../../src/store/messages';
import { expect } from './fixtures';
import type { Shopper } from './shopper';

/** A deep link, a login, a filled cart and a reload, in a store at an address. */
export async function shop(page: Page, shopper: Shopper, store: string) {
  await shopper.open(`${store}/items?category=Books`);
  await shopper.expectText('7 items');
  await shopper.clickLink('Login');
  await expect(page).toHaveURL(`${store}/login`);
  await shopper.submitLogin();
  await expect(page).toHaveURL(`${store}/items`);
  await shopper.clickButton('Add to Cart');
  await shopper.expectAlerts(messages.login.success, messages.addToCart.success);
  await shopper.open(`${store}/cart`);
  await shopper.expectText('Stoneware Mug');
}
