/** The account of a new mock backend. */
export const demoAccount = { name: 'Demo Shopper', email: 'demo@example.com', password: 'demo-password' };
