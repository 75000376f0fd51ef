/**
 * Raised whenever the readers find more in a file, or something else, than those before: the next scan then
 * reads all files once more, whatever their time and size.
 */
export const readerVersion = 2;
