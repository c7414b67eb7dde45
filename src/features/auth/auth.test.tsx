import { screen, waitFor } from '@testing-library/react';
import { expect, test, vi } from 'vitest';
import { demoAccount } from '../../../mocks/demoAccount';
import { callsTo, count, find, holdResponse } from '../../../tests/support/network';
import { renderApp } from '../../../tests/support/renderApp';
import { messages } from '../../store/messages';

type User = Awaited<ReturnType<typeof renderApp>>['user'];

const field = (name: string) => screen.getByLabelText<HTMLInputElement>(name, { selector: 'input' });
const getButton = (name: string) => screen.getByRole('button', { name });
const findItemsTitle = () => screen.findByRole('heading', { level: 1, name: 'Explore Our Items' });

async function fillSignup(user: User) {
  await user.type(field('Name'), 'Ada Lovelace');
  await user.type(field('Email'), 'ada@example.com');
  await user.type(field('Password'), 'correct horse');
}

async function fillLogin(user: User, password = demoAccount.password) {
  await user.type(field('Email'), demoAccount.email);
  await user.type(field('Password'), password);
}

test('the signup form has its title, three required fields and its button', async () => {
  await renderApp('/signup');
  expect(await screen.findByRole('heading', { level: 1, name: 'Create Your Account' })).toBeVisible();
  for (const [name, type, autocomplete] of [
    ['Name', 'text', 'name'],
    ['Email', 'email', 'email'],
    ['Password', 'password', 'new-password'],
  ] as const) {
    expect(field(name)).toBeRequired();
    expect(field(name)).toHaveAttribute('type', type);
    expect(field(name)).toHaveAttribute('autocomplete', autocomplete);
    // No length or strength rules.
    for (const rule of ['minlength', 'maxlength', 'pattern']) expect(field(name)).not.toHaveAttribute(rule);
  }
  expect(getButton('Signup')).toHaveAttribute('type', 'submit');
});

test('the login form has its title, two required fields and its button', async () => {
  await renderApp('/login');
  expect(await screen.findByRole('heading', { level: 1, name: 'Login to Your Account' })).toBeVisible();
  for (const [name, type, autocomplete] of [
    ['Email', 'email', 'username'],
    ['Password', 'password', 'current-password'],
  ] as const) {
    expect(field(name)).toBeRequired();
    expect(field(name)).toHaveAttribute('type', type);
    expect(field(name)).toHaveAttribute('autocomplete', autocomplete);
  }
  expect(screen.queryByLabelText('Name')).toBeNull();
  expect(getButton('Login')).toHaveAttribute('type', 'submit');
});

test('a signup sends name, email and password, stores the token, raises its alert and shows the items', async () => {
  const { user, shown } = await renderApp('/signup');
  await fillSignup(user);
  await user.click(getButton('Signup'));
  const title = await findItemsTitle();
  await waitFor(() => expect(title).toHaveFocus());
  expect(window.location.pathname).toBe('/items');
  const [signup] = find('POST /auth/signup');
  expect(signup?.authorization).toBeNull();
  expect(JSON.parse(signup?.body ?? '')).toEqual({
    name: 'Ada Lovelace',
    email: 'ada@example.com',
    password: 'correct horse',
  });
  expect(localStorage.getItem('token')).toMatch(/^mock_/);
  expect(shown).toEqual([messages.signup.success]);
  expect(getButton('Logout')).toBeVisible();
  await screen.findByText('60 items');
});

test('an international email domain is sent in ASCII, and stays in the field as typed', async () => {
  const { user } = await renderApp('/login', { scenario: 'status-500' });
  // happy-dom's check refuses such an address. Browsers accept it.
  for (const form of document.forms) form.noValidate = true;
  await user.type(field('Email'), 'ada@bücher.example');
  await user.type(field('Password'), 'correct horse{Enter}');
  await waitFor(() => expect(getButton('Login')).not.toHaveAttribute('aria-disabled'));
  const [login] = find('POST /auth/login');
  expect(JSON.parse(login?.body ?? '').email).toBe('ada@xn--bcher-kva.example');
  expect(field('Email')).toHaveValue('ada@bücher.example');
});

test('a login sends email and password, stores the token, raises its alert and shows the items', async () => {
  const { user, shown } = await renderApp('/login');
  await fillLogin(user);
  await user.click(getButton('Login'));
  expect(await findItemsTitle()).toBeVisible();
  const [login] = find('POST /auth/login');
  expect(JSON.parse(login?.body ?? '')).toEqual({ email: demoAccount.email, password: demoAccount.password });
  expect(localStorage.getItem('token')).toMatch(/^mock_/);
  expect(shown).toEqual([messages.login.success]);
  await screen.findByText('60 items');
});

test('a login stores the token, then raises the alert, then navigates', async () => {
  const { user, shown } = await renderApp('/login');
  const atAlert: unknown[] = [];
  vi.spyOn(shown, 'push').mockImplementation((text) =>
    atAlert.push(text, localStorage.getItem('token') !== null, window.location.pathname),
  );
  await fillLogin(user);
  await user.click(getButton('Login'));
  await findItemsTitle();
  expect(atAlert).toEqual([messages.login.success, true, '/login']);
  await screen.findByText('60 items');
});

test.each([
  ['/signup', 'Signup', ['Name', 'Email', 'Password']],
  ['/login', 'Login', ['Email', 'Password']],
] as const)(
  '%s sends nothing if a field is empty or the email is invalid',
  async (address, button, names) => {
    const { user } = await renderApp(address);
    await user.click(getButton(button));
    for (const name of names) expect(field(name)).toBeInvalid();
    for (const name of names) await user.type(field(name), 'not an email');
    await user.click(getButton(button));
    expect(field('Email')).toBeInvalid();
    expect(callsTo(`/auth${address}`)).toEqual([]);
  },
);

test.each(['/login', '/signup'])('three clicks in one task on %s send one request', async (address) => {
  const { user } = await renderApp(address);
  if (address === '/login') await fillLogin(user);
  else await fillSignup(user);
  const button = getButton(address === '/login' ? 'Login' : 'Signup');
  for (let click = 0; click < 3; click++) button.click();
  await waitFor(() => expect(button).toHaveAttribute('aria-disabled', 'true'));
  await findItemsTitle();
  expect(callsTo(`/auth${address}`)).toHaveLength(1);
  await screen.findByText('60 items');
});

test('after the shopper leaves the form, a login still stores its token, raises its alert and shows the items', async () => {
  const { user, shown } = await renderApp('/login');
  await fillLogin(user);
  const respond = holdResponse('/auth/login');
  await user.click(getButton('Login'));
  await waitFor(() => expect(count('POST /auth/login')).toBe(1));
  await user.click(screen.getByRole('link', { name: 'Home' }));
  await respond();
  await findItemsTitle();
  expect(localStorage.getItem('token')).toMatch(/^mock_/);
  expect(shown).toEqual([messages.login.success]);
  await screen.findByText('60 items');
});

test("an invalid field keeps the browser's message until it is valid", async () => {
  const { user } = await renderApp('/login');
  const message = vi.spyOn(field('Email'), 'validationMessage', 'get');
  message.mockReturnValue('Please fill out this field.');
  await user.click(getButton('Login'));
  expect(field('Email')).toHaveAccessibleDescription('Please fill out this field.');
  await user.type(field('Email'), 'a');
  expect(field('Email')).toHaveAccessibleDescription('Please fill out this field.');
  message.mockReturnValue('');
  await user.type(field('Email'), 'da@example.com');
  expect(field('Email')).not.toHaveAccessibleDescription();
});

test('Show reveals the password and hides it again', async () => {
  const { user } = await renderApp('/login');
  await user.type(field('Password'), 'secret');
  await user.click(getButton('Show'));
  expect(field('Password')).toHaveAttribute('type', 'text');
  // A phone's keyboard would change the password.
  expect(field('Password')).toHaveAttribute('autocapitalize', 'none');
  expect(field('Password')).toHaveAttribute('autocorrect', 'off');
  await user.click(getButton('Hide'));
  expect(field('Password')).toHaveAttribute('type', 'password');
  expect(field('Password')).toHaveValue('secret');
});

test('a typed email is also in the other form', async () => {
  const { user } = await renderApp('/login');
  expect(screen.queryByText('You are logged in.')).toBeNull();
  await user.type(field('Email'), 'ada@example.com');
  await user.click(screen.getByRole('link', { name: 'Create an account' }));
  expect(field('Email')).toHaveValue('ada@example.com');
  await user.click(screen.getByRole('link', { name: 'Log in' }));
  expect(field('Email')).toHaveValue('ada@example.com');
});

test('a logged-in shopper can log in again, which replaces the token', async () => {
  localStorage.setItem('token', 'old');
  const { user } = await renderApp('/login');
  expect(screen.getByText('You are logged in.')).toBeVisible();
  await fillLogin(user);
  await user.click(getButton('Login'));
  await findItemsTitle();
  expect(localStorage.getItem('token')).toMatch(/^mock_/);
  await screen.findByText('60 items');
});
