/** Where a tab tells the others who is signed in, in the local storage: `<id of the user, or nothing> <ms since 1970>`. */
export const TABS_KEY = 'clearframe-session';
