/** The only account in a new mock backend. */
export const demoAccount = { name: 'Demo Shopper', email: 'demo@example.com', password: 'demo-password' };
