import { constants, copyFileSync, linkSync, lstatSync, renameSync, rmSync, unlinkSync } from 'node:fs';
import { errnoOf } from '../errno.js';

/** Moves a file over whatever file is at `to`; by a copy beside it where the two lie on different disks. */
export function moveFile(from: string, to: string): void {
  try {
    renameSync(from, to);
  } catch (error) {
    if (errnoOf(error) !== 'EXDEV') throw error;
    const beside = `${to}.mettle-tmp`;
    try {
      copyFileSync(from, beside, constants.COPYFILE_EXCL);
      renameSync(beside, to);
    } catch (failure) {
      rmSync(beside, { force: true });
      throw failure;
    }
    unlinkSync(from);
  }
}

/** Moves a file to a place where nothing is; fails with EEXIST when something came there. */
export function moveFileIntoGap(from: string, to: string): void {
  try {
    linkSync(from, to);
    unlinkSync(from);
  } catch (error) {
    if (errnoOf(error) === 'EEXIST') throw error;
    if (lstatSync(to, { throwIfNoEntry: false }) !== undefined) {
      throw Object.assign(new Error('something came there meanwhile'), { code: 'EEXIST', errno: -17 });
    }
    moveFile(from, to);
  }
}

/** Gives a file a second name, or where the disk has none, a copy. */
export function saveFile(from: string, to: string): void {
  try {
    linkSync(from, to);
  } catch {
    copyFileSync(from, to, constants.COPYFILE_EXCL);
  }
}
