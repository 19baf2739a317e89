/**
 * The header that every request to the BFF carries, less those on its short exempt list. A form or an image of another
 * site cannot send it, and a script of another site would need a preflight that the BFF never grants.
 */
export const requestHeader = 'x-claimcheck'
