// explainee/search/algebra/aligned.h: zero-filled doubles aligned and padded for vector instructions.
#pragma once

#include <hwy/aligned_allocator.h>

#include <algorithm>
#include <cstddef>

namespace explainee::search {

/// Vector loops run over a multiple of this many doubles; rows are padded to it.
inline constexpr std::size_t kPad = 8;

/// The next multiple of kPad.
[[nodiscard]] constexpr std::size_t padded(std::size_t size) { return (size + kPad - 1) / kPad * kPad; }

/// A fixed block of doubles that owns its memory; copying copies the numbers.
class AlignedDoubles {
 public:
  AlignedDoubles() = default;
  explicit AlignedDoubles(std::size_t size) { resize(size); }
  AlignedDoubles(const AlignedDoubles& other) { *this = other; }
  AlignedDoubles(AlignedDoubles&&) = default;
  AlignedDoubles& operator=(AlignedDoubles&&) = default;
  ~AlignedDoubles() = default;
  AlignedDoubles& operator=(const AlignedDoubles& other) {
    if (this == &other) return *this;
    reserve(other.size_);
    std::copy(other.data(), other.data() + other.size_, data());
    size_ = other.size_;
    return *this;
  }

  /// Makes room for `size` zeros; what was there is gone.
  void resize(std::size_t size) {
    make_room(size);
    std::fill(data(), data() + size, 0.0);
  }

  /// Makes room for `size` numbers that the caller sets; what was there is gone.
  void make_room(std::size_t size) {
    reserve(size);
    size_ = size;
  }

  [[nodiscard]] double* data() { return memory_.get(); }
  [[nodiscard]] const double* data() const { return memory_.get(); }
  [[nodiscard]] std::size_t size() const { return size_; }
  [[nodiscard]] double& operator[](std::size_t k) { return memory_[k]; }
  [[nodiscard]] double operator[](std::size_t k) const { return memory_[k]; }

 private:
  void reserve(std::size_t size) {
    if (size <= capacity_) return;
    memory_ = hwy::AllocateAligned<double>(size);
    capacity_ = size;
  }

  hwy::AlignedFreeUniquePtr<double[]> memory_;
  std::size_t size_ = 0;
  std::size_t capacity_ = 0;
};

}  // namespace explainee::search
