/** Where it is kept who is signed in, and what they may do: stale when somebody changes members. */
export const SESSION = ['session'] as const
