class Playlist:
    def __init__(self, songs):
        self._songs = list(songs)

    def __len__(self):
        return len(self._songs)

    def __getitem__(self, index):
        return self._songs[index]

    def __contains__(self, song):
        return song in self._songs


playlist = Playlist(["a", "b", "c"])
print(len(playlist), playlist[0], playlist[-1], "b" in playlist)
for song in playlist:
    print(song)
