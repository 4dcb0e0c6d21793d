/** In the order of CLDR, in which fields are shown too. */
export const CATEGORIES = ['zero', 'one', 'two', 'few', 'many', 'other']
