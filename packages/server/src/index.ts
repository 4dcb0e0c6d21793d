export { BackupError, DatabaseTooNewError, DataFolderLockedError, DataUnusableError } from '@dragoman/store'
export { backupData, restoreData } from './backup.ts'
export { ConfigError, readConfig } from './config.ts'

export { readBlobs, readTreeEntries } from './git/read-output.ts'
export { type RunningServer, StartError, startServer } from './main.ts'
export { readSignInFile, type SignInFile } from './sign-in-file.ts'

export { type Inspection, inspectFolder } from './sources/folder/inspect-folder.ts'
export { readFileInside, readLocaleFile } from './sources/folder/read-locale-file.ts'
export { replaceFile } from './sources/folder/replace-file.ts'
export { hashOf } from './sync/hash-of.ts'
