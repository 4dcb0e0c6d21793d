/** What delivery needs of old addresses, in its own file so that it does not load the store. */
export { isOwnPath, type OldAddress, redirectOf } from '@dragoman/core'
