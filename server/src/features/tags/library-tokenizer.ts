import {
  AbstractTokenizer,
  EndOfStreamError,
  type IGetToken,
  type IRandomAccessFileInfo,
  type IReadChunkOptions,
} from 'strtok3/core';
import { type FileWindow, longestRead } from './formats/file-window.ts';

/**
 * Lets the tag library read through a file window: its many tiny reads become copies out of a buffer that
 * one system call filled, which makes it five times as fast as with its own reader of files.
 */
export class WindowTokenizer extends AbstractTokenizer {
  override readonly fileInfo: IRandomAccessFileInfo;
  readonly #window: FileWindow;

  constructor(window: FileWindow, name: string) {
    super({ fileInfo: { size: window.sizeBytes, path: name }, maxBufferSize: longestRead });
    this.fileInfo = { size: window.sizeBytes, path: name };
    this.#window = window;
  }

  override supportsRandomAccess(): boolean {
    return true;
  }

  setPosition(position: number): void {
    this.position = position;
  }

  override async readBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    const length = this.#copy(target, options);
    this.position = (options?.position ?? this.position) + length;
    return length;
  }

  override async peekBuffer(target: Uint8Array, options?: IReadChunkOptions): Promise<number> {
    return this.#copy(target, options);
  }

  override async readToken<T>(token: IGetToken<T>, position: number = this.position): Promise<T> {
    const bytes = this.#token(token.len, position);
    this.position = position + token.len;
    return token.get(bytes, 0);
  }

  override async peekToken<T>(token: IGetToken<T>, position?: number | null): Promise<T> {
    return token.get(this.#token(token.len, position ?? this.position), 0);
  }

  override readNumber(token: IGetToken<number>): Promise<number> {
    return this.readToken(token);
  }

  override peekNumber(token: IGetToken<number>): Promise<number> {
    return this.peekToken(token);
  }

  /** Bytes of their own: tokens may keep what they are given. */
  #token(length: number, position: number): Uint8Array {
    if (length > longestRead) throw new RangeError('too large a part of the file at once');
    const bytes = Uint8Array.from(this.#window.read(position, length));
    if (bytes.length < length) throw new EndOfStreamError();
    return bytes;
  }

  #copy(target: Uint8Array, options?: IReadChunkOptions): number {
    const length = options?.length ?? target.length;
    const bytes = this.#window.read(options?.position ?? this.position, length);
    if (bytes.length < length && options?.mayBeLess !== true) throw new EndOfStreamError();
    target.set(bytes);
    return bytes.length;
  }
}
