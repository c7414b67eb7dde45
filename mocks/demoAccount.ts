/** A shopper that every fresh mock backend knows. */
export const demoAccount = { name: 'Demo Shopper', email: 'demo@example.com', password: 'demo-password' };
