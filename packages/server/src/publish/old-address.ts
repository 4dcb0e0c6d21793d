/** What delivery needs of old addresses: it can import publish, but not core. */
export { isOwnPath, type OldAddress, redirectOf } from '@dragoman/core'
