export {
  BackupError,
  CopyError,
  copyDatabase,
  DatabaseTooNewError,
  DatabaseUnavailableError,
  DataFolderLockedError,
  DataUnusableError,
} from '@dragoman/store'
export { backupData, restoreData } from './backup.ts'
export { ConfigError, readBlobsLocation, readConfig, readDatabaseLocation } from './config.ts'
export { startDelivery } from './deliver.ts'
export { readBlobs, readTreeEntries } from './git/read-output.ts'
export { StartError } from './http/listen.ts'
export { type RunningServer, startServer } from './main.ts'
export { resetLinkFor } from './reset-password.ts'
export { forgetSecrets } from './secrets/forget-secrets.ts'
export { readSignInFile, type SignInFile } from './sign-in-file.ts'

export { type Inspection, inspectFolder } from './sources/folder/inspect-folder.ts'
export { readFileInside, readLocaleFile } from './sources/folder/read-locale-file.ts'
export { hashOf } from './sync/hash-of.ts'
