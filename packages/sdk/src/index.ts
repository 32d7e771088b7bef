export { ClearframeError, readAnswer } from './answer.ts';
export { type Client, type ClientOptions, createClient, type UploadOptions } from './client.ts';
